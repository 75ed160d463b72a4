#include "benchmarks/forward_dynamics/agreement.h"

#include <algorithm>
#include <cmath>

namespace carom::benchmarks {

double calc_disagreement(Engine& a, Engine& b, const std::vector<JointState>& states) {
  double worst = 0.0;
  for (const JointState& state : states) {
    a.evaluate(state);
    b.evaluate(state);
    const Eigen::VectorXd expected = b.accelerations();
    const double difference = (a.accelerations() - expected).norm() / expected.norm();
    worst = std::max(worst, std::isfinite(difference) ? difference : std::numeric_limits<double>::infinity());
  }
  return worst;
}

}  // namespace carom::benchmarks
