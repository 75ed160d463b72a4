#include "carom/simulation/event_driven/impacts/body_order.h"

#include <algorithm>
#include <numeric>

namespace carom {

BodyOrder::BodyOrder(const Model& model) {
  std::vector<int> bodies(static_cast<std::size_t>(model.num_bodies()));
  std::iota(bodies.begin(), bodies.end(), 0);
  std::ranges::sort(bodies, {}, [&](int body) { return model.spec(BodyIndex(body)).name; });
  const auto append = [](std::vector<int>& places, int start, int count) {
    for (int i = 0; i < count; ++i) places.push_back(start + i);
  };
  for (const int number : bodies) {
    const Body& body = model.body(number);
    append(positions, body.position_start, traits(body.type).positions);
    append(velocities, body.velocity_start, body.degrees);
  }
}

}  // namespace carom
