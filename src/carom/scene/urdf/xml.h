#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/schema/diagnostics.h"

namespace carom::urdf {

/// A text longer than this is no robot: the largest known ones take a hundredth of it.
inline constexpr std::size_t kLongestXml = std::size_t{8} << 20U;  // [bytes]

struct XmlAttribute {
  std::string name;
  std::string value;
  schema::Place place{};
};

/// An element with its attributes and children; text between elements has no meaning in robot files.
struct XmlElement {
  std::string name;
  schema::Place place{};
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;

  /// Null where it does not exist.
  [[nodiscard]] const XmlAttribute* find_attribute(std::string_view attribute) const;
};

/// The only element at the top of diagnostics.sources()[source]. Nothing, and an error is reported, where the text is
/// not XML, too long, nested too deeply (100 elements), or gives an attribute twice.
[[nodiscard]] std::optional<XmlElement> parse_xml(int source, schema::Diagnostics& diagnostics);

}  // namespace carom::urdf
