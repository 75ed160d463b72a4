#include "carom/scene/urdf/xml.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <tinyxml2.h>

namespace carom::urdf {
namespace {

using schema::Failure;
using schema::Place;

// tinyxml2 knows lines alone. Elements and attributes are visited in the order of the text, so the column of each is
// found by looking for its name behind the one before.
class Columns {
 public:
  Columns(const std::string& text, int source) : text_(text), source_(source) {}

  [[nodiscard]] Place find_element(const std::string& name, int line) { return find("<" + name, 0, line); }
  [[nodiscard]] Place find_attribute(const std::string& name, int line) { return find(name, name.size(), line); }

 private:
  // The cursor moves to the start of the word, and then by `skip`.
  Place find(const std::string& word, std::size_t skip, int line) {
    go_to_line(line);
    const std::string_view rest = std::string_view(text_).substr(cursor_, line_end_ - cursor_);
    const std::size_t at = rest.find(word);
    if (at == std::string_view::npos) return {source_, line, 1};
    const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
    const std::string_view before = rest.substr(0, at);
    column_ += static_cast<int>(std::count_if(before.begin(), before.end(), is_first_byte));
    const Place place{source_, line, column_};
    column_ += static_cast<int>(skip);
    cursor_ += at + skip;
    return place;
  }

  void go_to_line(int line) {
    for (; line_ < line && line_end_ < text_.size(); ++line_) {
      cursor_ = line_end_ + 1;
      line_end_ = find_line_end();
      column_ = 1;
    }
  }

  // Once a line: looked for at every word, a file in one line would take forever.
  [[nodiscard]] std::size_t find_line_end() const { return std::min(text_.find('\n', cursor_), text_.size()); }

  const std::string& text_;
  int source_{};
  std::size_t cursor_{};  // in text_
  std::size_t line_end_{find_line_end()};
  int line_{1};
  int column_{1};  // of the cursor
};

class Converter {
 public:
  Converter(const std::string& text, int source) : columns_(text, source) {}

  // As deep as the library's own limit allows.
  [[nodiscard]] XmlElement convert(const tinyxml2::XMLElement& from) {
    XmlElement element;
    element.name = from.Name();
    element.place = columns_.find_element(element.name, from.GetLineNum());
    for (const tinyxml2::XMLAttribute* a = from.FirstAttribute(); a != nullptr; a = a->Next()) {
      const Place place = columns_.find_attribute(a->Name(), a->GetLineNum());
      element.attributes.push_back({a->Name(), a->Value(), place});
    }
    for (const tinyxml2::XMLElement* c = from.FirstChildElement(); c != nullptr; c = c->NextSiblingElement()) {
      element.children.push_back(convert(*c));
    }
    return element;
  }

 private:
  Columns columns_;
};

std::string describe_error(const tinyxml2::XMLDocument& document) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "this element is not closed, or closed under another name";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "an attribute of this element is given twice, or not written as name=\"value\"";
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      return "this element is not well-formed";
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return "this comment does not end";
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file holds no element";
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return fmt::format("elements are nested more than {} deep", TINYXML2_MAX_ELEMENT_DEPTH);
    default:
      return "this is not XML, or the file ends within an element";
  }
}

}  // namespace

const XmlAttribute* XmlElement::find_attribute(std::string_view attribute) const {
  const auto found =
      std::find_if(attributes.begin(), attributes.end(), [&](const XmlAttribute& a) { return a.name == attribute; });
  return found == attributes.end() ? nullptr : &*found;
}

std::optional<XmlElement> parse_xml(int source, schema::Diagnostics& diagnostics) {
  const std::string& text = diagnostics.sources()[static_cast<std::size_t>(source)].text;
  const auto refuse = [&](int line, std::string problem) {
    diagnostics.error({source, line, line > 0 ? 1 : 0}, std::move(problem), Failure::Unreadable);
    return std::nullopt;
  };
  if (text.size() > kLongestXml) return refuse(0, fmt::format("longer than {} MiB", kLongestXml >> 20U));
  // The library would take it for the end of the text.
  if (text.find('\0') != std::string::npos) return refuse(0, "holds a byte of value 0, so it is no text");
  tinyxml2::XMLDocument document;
  document.Parse(text.data(), text.size());
  if (document.Error()) return refuse(std::max(document.ErrorLineNum(), 1), describe_error(document));
  const tinyxml2::XMLElement* root = document.RootElement();
  if (root == nullptr) return refuse(1, "the file holds no element");
  if (const tinyxml2::XMLElement* second = root->NextSiblingElement()) {
    return refuse(second->GetLineNum(), "a second element stands at the top of the file");
  }
  return Converter(text, source).convert(*root);
}

}  // namespace carom::urdf
