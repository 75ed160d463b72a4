#include "carom/integrators/ode_system.h"

#include <cstddef>

#include "carom/base/assert.h"

namespace carom {

void OdeSystem::move_positions(std::span<double> q, std::span<const double> v, double step) const {
  CAROM_ASSERT(q.size() == v.size());
  for (std::size_t i = 0; i < q.size(); ++i) q[i] += step * v[i];
}

}  // namespace carom
