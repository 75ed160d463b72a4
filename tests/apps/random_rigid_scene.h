#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace carom::app {

/// Random scenes of rigid bodies above a floor, for runs from event to event.
class RandomRigidScene {
 public:
  explicit RandomRigidScene(unsigned seed) : random_(seed) {}

  [[nodiscard]] double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  template <class List>
  [[nodiscard]] auto pick(const List& list) {
    return list[random_() % std::size(list)];
  }

  /// A seat of 0.04 m on feet, balls of 0.02 m, that falls, drifts and turns.
  void add_stool(int feet) {
    const double radius = uniform(0.1, 0.4), height = uniform(0.1, 0.5);
    add_body("stool", power(-2, 3), fmt::format("box = [{}, {}, {}]", radius, radius, height),
             "type = \"free\", " + thrown(height + radius + 0.1), 0.02);
    add_shape("stool", "box", fmt::format("size = [{}, {}, 0.04]", radius, radius), "stool");
    for (int i = 0; i < feet; ++i) {
      const double angle = 2.0 * std::numbers::pi * (i + uniform(-0.2, 0.2)) / feet;
      add_shape(
          "stool", "sphere",
          fmt::format("radius = 0.02\nat = [{}, {}, {}]", radius * std::cos(angle), radius * std::sin(angle), -height),
          "stool");
    }
  }

  /// Thrown, dropped flat, or pushed and spinning on the floor.
  void add_box() {
    const std::array size{power(-1.5, 0), power(-1.5, 0), power(-1.5, 0)};
    const double reach = 0.5 * std::hypot(size[0], size[1], size[2]);
    const std::string flat = fmt::format("position = [0, 0, {}], velocity = [{}, {}, 0], angular_velocity = [0, 0, {}]",
                                         0.5 * size[2] + pick(std::array{0.0, 0.2}), uniform(-2, 2), uniform(-2, 2),
                                         pick(std::array{0.0, 5.0}));
    add_box("box", power(-2, 3), size, pick(std::array{flat, thrown(reach + 0.2)}));
  }

  /// Balls and boxes one above the other, some apart, some off the middle, with ratios of masses up to 10^span.
  void add_pile(int bodies, double span) {
    double top = 0.0;
    for (int i = 0; i < bodies; ++i) {
      const std::string name = fmt::format("p{}", i);
      const double mass = power(-0.5 * span, 0.5 * span), x = uniform(-0.03, 0.03), y = uniform(-0.03, 0.03);
      const bool is_ball = uniform(0, 1) < 0.5;
      const std::array size{uniform(0.08, 0.25), uniform(0.08, 0.25), uniform(0.08, 0.25)};
      const double height = is_ball ? size[0] : size[2];
      const std::string place = fmt::format("position = [{}, {}, {}]", x, y, top + 0.5 * height);
      if (is_ball) {
        add_ball(name, mass, 0.5 * height, place);
      } else {
        add_box(name, mass, size, place);
      }
      top += height + pick(std::array{1e-9, 1e-9, 0.05});
    }
  }

  /// Capsules joined end to end, in the plane or in space, dropped on the floor and on a ball.
  void add_chain(int links) {
    const double length = uniform(0.08, 0.2), radius = uniform(0.008, 0.03);
    const bool planar = uniform(0, 1) < 0.4;
    std::string joint = fmt::format(
        "type = \"free\", position = [0, 0, {}], orientation = {{ axis = [0, 1, {}], angle = {} }}, velocity = [{}, 0, "
        "{}]",
        length * links + 0.2, planar ? 0.0 : 0.3, uniform(-3, 3), uniform(-1, 1), uniform(-2, 0));
    for (int i = 0; i < links; ++i) {
      const std::string name = fmt::format("l{}", i);
      add_body(name, power(-1.5, 0), fmt::format("capsule = {{ radius = {}, length = {} }}", radius, length), joint,
               radius, fmt::format("center_of_mass = [0, 0, {}]\n", -0.5 * length));
      add_shape(name, "capsule",
                fmt::format("radius = {}\nlength = {}\nat = [0, 0, {}]", radius, length, -0.5 * length), "link");
      const std::string turn =
          planar ? fmt::format("type = \"revolute\", axis = [0, 1, 0], position = {}", uniform(-0.5, 0.5))
                 : fmt::format("type = \"spherical\", orientation = {{ axis = [1, {}, 0], angle = {} }}",
                               uniform(-1, 1), uniform(-0.5, 0.5));
      joint = fmt::format("{}, parent = \"{}\", at = [0, 0, {}]", turn, name, -length);
    }
    add_ball("ball", power(-1, 2), 0.04, fmt::format("position = [{}, 0, 0.04]", uniform(-0.1, 0.1)));
  }

  /// With a law and coefficients of its own for each pair of surfaces.
  [[nodiscard]] std::string write(double duration) {
    constexpr std::array kLaws{"newton", "poisson", "stronge", "brach", "aghili"};
    constexpr std::array kFrictions{0.0, 0.1, 0.3, 0.7, 1.0, 5.0, 100.0};
    constexpr std::array kRestitutions{0.0, 0.3, 0.5, 0.9, 1.0};
    std::string scene =
        fmt::format("[scene]\nname = \"random\"\nduration = {}\n[[shape]]\ntype = \"plane\"\nsurface = \"floor\"\n{}",
                    duration, text_);
    for (auto a = surfaces_.begin(); a != surfaces_.end(); ++a) {
      const auto add_contact = [&](const std::string& other) {
        scene += fmt::format(
            "[[contact]]\nbetween = [\"{}\", \"{}\"]\nimpact = {{ law = \"{}\", restitution = {}, friction = {} }}\n",
            a->first, other, pick(kLaws), pick(kRestitutions), pick(kFrictions));
      };
      add_contact("floor");
      const bool is_one_thing = a->first == "stool" || a->first == "link";  // links overlap at their joints
      if (a->second > 1 && !is_one_thing) add_contact(a->first);
      for (auto b = std::next(a); b != surfaces_.end(); ++b) add_contact(b->first);
    }
    return scene + fmt::format(
                       "[simulate]\nformulation = \"event-driven\"\nno_solution = \"impact\"\nseveral_solutions = "
                       "\"keep\"\nseveral = \"{}\"\n",
                       pick(std::array{"simultaneous", "simultaneous", "sequential"}));
  }

  /// How far the origin of each body is above the floor at least, by name  [m].
  [[nodiscard]] const std::map<std::string, double>& clearances() const { return clearances_; }

 private:
  [[nodiscard]] double power(double low, double high) { return std::pow(10.0, uniform(low, high)); }

  [[nodiscard]] std::string thrown(double height) {
    return fmt::format(
        "position = [0, 0, {}], orientation = {{ axis = [{}, {}, 0.1], angle = {} }}, velocity = [{}, {}, {}], "
        "angular_velocity = [{}, {}, {}]",
        height, uniform(-1, 1), uniform(-1, 1), uniform(-0.3, 0.3), uniform(-1, 1), uniform(-1, 1), uniform(-2, 0),
        uniform(-2, 2), uniform(-2, 2), uniform(-2, 2));
  }

  void add_body(const std::string& name, double mass, const std::string& inertia, const std::string& joint,
                double clearance, const std::string& more = {}) {
    text_ += fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {{ {} }}\njoint = {{ {} }}\n{}", name, mass,
                         inertia, joint, more);
    clearances_[name] = clearance;
  }
  void add_shape(const std::string& body, const char* type, const std::string& sizes, const std::string& surface) {
    text_ += fmt::format("[[shape]]\nbody = \"{}\"\ntype = \"{}\"\n{}\nsurface = \"{}\"\n", body, type, sizes, surface);
    ++surfaces_[surface];
  }
  void add_ball(const std::string& name, double mass, double radius, const std::string& place) {
    add_body(name, mass, fmt::format("sphere = {}", radius), "type = \"free\", " + place, radius);
    add_shape(name, "sphere", fmt::format("radius = {}", radius), "ball");
  }
  void add_box(const std::string& name, double mass, const std::array<double, 3>& size, const std::string& place) {
    const std::string sizes = fmt::format("[{}, {}, {}]", size[0], size[1], size[2]);
    add_body(name, mass, "box = " + sizes, "type = \"free\", " + place, 0.5 * std::ranges::min(size));
    add_shape(name, "box", "size = " + sizes, "box");
  }

  std::mt19937 random_;
  std::string text_;
  std::map<std::string, int> surfaces_;  // and how many shapes have them
  std::map<std::string, double> clearances_;
};

}  // namespace carom::app
