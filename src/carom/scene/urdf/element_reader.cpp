#include "carom/scene/urdf/element_reader.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "carom/base/nearest_name.h"
#include "carom/base/strict_number.h"

namespace carom::urdf {
namespace {

using Names = std::initializer_list<std::string_view>;

// For viewers, controllers and other simulators; never a misspelling of something else.
constexpr std::array<std::string_view, 13> kForOthers = {
    "visual", "material",    "transmission",      "gazebo",           "plugin",  "sensor",          "frame",
    "group",  "calibration", "safety_controller", "inertia_material", "contact", "joint_properties"};

bool contains(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string suggest(std::string_view name, Names known) {
  const std::vector<std::string> candidates(known.begin(), known.end());
  return find_nearest_name(name, candidates);
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && is_blank(text[at])) ++at;
    std::size_t end = at;
    while (end < text.size() && !is_blank(text[end])) ++end;
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string shorten(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return text.size() <= kLongest ? std::string(text) : std::string(text.substr(0, kLongest)) + "…";
}

std::string explain(std::string_view value) {
  if (value.find("${") != std::string_view::npos) return "; this is a xacro file: expand it first";
  return value.find(',') != std::string_view::npos ? "; numbers are separated by blanks and have a decimal point" : "";
}

Quaternion make_rotation(const Vector3& rpy) {
  // Roll, pitch and yaw turn about the fixed axes x, y, z, in this order.
  const auto about = [&rpy](int axis) { return quaternion_from_rotation_vector(rpy[axis] * Vector3::Unit(axis)); };
  return compose(about(2), compose(about(1), about(0)));
}

}  // namespace

void ElementReader::check_names(const XmlElement& element, Names attributes, Names children) {
  for (const XmlAttribute& attribute : element.attributes) {
    if (contains(attributes, attribute.name) || attribute.name.starts_with("xmlns")) continue;
    const std::string meant = suggest(attribute.name, attributes);
    if (meant.empty() || attribute.name.find(':') != std::string::npos) {
      ignore(fmt::format("attribute '{}' of <{}>", attribute.name, element.name), attribute.place);
    } else {
      error(attribute.place,
            fmt::format("unknown attribute '{}' of <{}>; did you mean '{}'?", attribute.name, element.name, meant));
    }
  }
  for (const XmlElement& child : element.children) {
    if (contains(children, child.name)) continue;
    const bool is_foreign = contains(kForOthers, child.name) || child.name.find(':') != std::string::npos;
    const std::string meant = is_foreign ? "" : suggest(child.name, children);
    if (child.name.starts_with("xacro:")) {
      error(child.place, fmt::format("<{}> is not URDF: expand the file with xacro first", child.name));
    } else if (meant.empty()) {
      ignore(child.name, child.place);
    } else {
      error(child.place,
            fmt::format("unknown element <{}> in <{}>; did you mean <{}>?", child.name, element.name, meant));
    }
  }
}

const XmlElement* ElementReader::find_child(const XmlElement& element, std::string_view name) {
  const XmlElement* found = nullptr;
  for (const XmlElement& child : element.children) {
    if (child.name != name) continue;
    if (found != nullptr) error(child.place, fmt::format("a second <{}> in <{}>", name, element.name));
    if (found == nullptr) found = &child;
  }
  return found;
}

const XmlElement* ElementReader::require_child(const XmlElement& element, std::string_view name) {
  const XmlElement* found = find_child(element, name);
  if (found == nullptr) error(element.place, fmt::format("missing element <{}> in <{}>", name, element.name));
  return found;
}

const XmlAttribute* ElementReader::require(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = element.find_attribute(attribute);
  if (found == nullptr) error(element.place, fmt::format("missing attribute '{}' of <{}>", attribute, element.name));
  return found;
}

std::string ElementReader::require_text(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = require(element, attribute);
  if (found == nullptr) return {};
  if (found->value.empty()) error(found->place, fmt::format("{} of <{}> must not be empty", attribute, element.name));
  return found->value;
}

double ElementReader::require_number(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = require(element, attribute);
  return found == nullptr ? 0.0 : read_numbers(element, *found, 1)[0];
}

double ElementReader::require_positive(const XmlElement& element, std::string_view attribute) {
  const std::size_t errors = diagnostics_.num_errors();
  const double number = require_number(element, attribute);
  if (number <= 0.0 && diagnostics_.num_errors() == errors) {
    error(element.find_attribute(attribute)->place,
          fmt::format("{} of <{}> must be above 0, found {}", attribute, element.name, number));
  }
  return number;
}

std::optional<double> ElementReader::read_number(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = element.find_attribute(attribute);
  if (found == nullptr) return std::nullopt;
  return read_numbers(element, *found, 1)[0];
}

std::optional<Vector3> ElementReader::read_vector(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = element.find_attribute(attribute);
  if (found == nullptr) return std::nullopt;
  const std::vector<double> numbers = read_numbers(element, *found, 3);
  return Vector3(numbers[0], numbers[1], numbers[2]);
}

Pose ElementReader::read_origin(const XmlElement& element) {
  const XmlElement* origin = find_child(element, "origin");
  if (origin == nullptr) return {};
  check_names(*origin, {"xyz", "rpy"}, {});
  Vector3 rpy = read_vector(*origin, "rpy").value_or(Vector3::Zero());
  // Larger ones are slips, and their squares might overflow.
  constexpr double kLargestAngle = 1e6;  // [rad]
  if (rpy.cwiseAbs().maxCoeff() > kLargestAngle) {
    error(origin->find_attribute("rpy")->place,
          fmt::format("rpy of <origin>: angles are in radians, found {}", rpy.cwiseAbs().maxCoeff()));
    rpy.setZero();
  }
  return {read_vector(*origin, "xyz").value_or(Vector3::Zero()), make_rotation(rpy)};
}

std::vector<double> ElementReader::read_numbers(const XmlElement& element, const XmlAttribute& attribute,
                                                std::size_t count) {
  std::vector<double> numbers;
  const std::vector<std::string_view> words = split(attribute.value);
  for (const std::string_view word : words) {
    const std::optional<double> number = parse_strict_number(word);
    if (!number || words.size() != count) break;
    numbers.push_back(*number);
  }
  if (numbers.size() == count) return numbers;
  error(attribute.place, fmt::format("{} of <{}>: expected {}, found '{}'{}", attribute.name, element.name,
                                     count == 1 ? "a finite number" : fmt::format("{} finite numbers", count),
                                     shorten(attribute.value), explain(attribute.value)));
  return std::vector<double>(count, 0.0);
}

}  // namespace carom::urdf
