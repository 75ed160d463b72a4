#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/math/rotation.h"
#include "carom/math/types.h"
#include "carom/scene/urdf/robot.h"
#include "carom/scene/urdf/xml.h"

namespace carom::urdf {

struct Pose {
  Vector3 at{Vector3::Zero()};  // [m]
  Quaternion rotation{identity_quaternion()};
};

/// Interprets elements of robot files. What does not fit is reported, and some harmless value returned in its place, so
/// that reading goes on to the next mistake.
class ElementReader {
 public:
  ElementReader(schema::Diagnostics& diagnostics, std::vector<IgnoredPart>& ignored)
      : diagnostics_(diagnostics), ignored_(ignored) {}

  [[nodiscard]] schema::Diagnostics& diagnostics() { return diagnostics_; }
  void error(const schema::Place& place, std::string problem) { diagnostics_.error(place, std::move(problem)); }
  void ignore(std::string what, const schema::Place& place) { ignored_.push_back({std::move(what), place}); }

  /// Robot files carry much that is meant for other programs, which is ignored. A name that is close to a known one is
  /// a misspelling, and an error.
  void check_names(const XmlElement& element, std::initializer_list<std::string_view> attributes,
                   std::initializer_list<std::string_view> children);

  /// Null where there is none; a second one is an error.
  [[nodiscard]] const XmlElement* find_child(const XmlElement& element, std::string_view name);
  [[nodiscard]] const XmlElement* require_child(const XmlElement& element, std::string_view name);

  [[nodiscard]] std::string require_text(const XmlElement& element, std::string_view attribute);
  [[nodiscard]] double require_number(const XmlElement& element, std::string_view attribute);
  [[nodiscard]] double require_positive(const XmlElement& element, std::string_view attribute);
  /// Nothing where the attribute is not given.
  [[nodiscard]] std::optional<double> read_number(const XmlElement& element, std::string_view attribute);
  [[nodiscard]] std::optional<Vector3> read_vector(const XmlElement& element, std::string_view attribute);
  /// From the element's <origin>; identity where there is none.
  [[nodiscard]] Pose read_origin(const XmlElement& element);

 private:
  [[nodiscard]] const XmlAttribute* require(const XmlElement& element, std::string_view attribute);
  /// As many numbers as asked for, separated by blanks; zeros after an error.
  [[nodiscard]] std::vector<double> read_numbers(const XmlElement& element, const XmlAttribute& attribute,
                                                 std::size_t count);

  schema::Diagnostics& diagnostics_;
  std::vector<IgnoredPart>& ignored_;
};

}  // namespace carom::urdf
