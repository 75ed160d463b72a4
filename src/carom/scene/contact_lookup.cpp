#include "carom/scene/contact_lookup.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "carom/simulation/contacts/contact_names.h"

namespace carom {
namespace {

using schema::Value;
using Names = std::vector<std::string>;
using Surfaces = std::pair<std::string, std::string>;

// Beyond this many names, comparing with each takes longer than a user would wait for a suggestion.
constexpr std::size_t kMostCompared = 10'000;

// Nothing where it is not two texts: whoever reads the scene says so.
std::optional<Surfaces> find_surfaces(const Value& contact) {
  const Value* between = contact.find("between");
  const Value::List* list = between == nullptr ? nullptr : between->list();
  if (list == nullptr || list->size() != 2 || (*list)[0].text() == nullptr || (*list)[1].text() == nullptr) {
    return std::nullopt;
  }
  return Surfaces(*(*list)[0].text(), *(*list)[1].text());
}

// What the shapes of each surface are called.
std::map<std::string, Names> name_shapes(const std::vector<ShapeSpec>& shapes) {
  const ContactNames names(shapes);
  std::map<std::string, Names> by_surface;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!shapes[i].surface.empty()) by_surface[shapes[i].surface].push_back(names.of_shape(static_cast<int>(i)));
  }
  return by_surface;
}

bool has(const std::map<std::string, Names>& shapes, const std::string& surface, const std::string& name) {
  const auto found = shapes.find(surface);
  return found != shapes.end() && std::ranges::find(found->second, name) != found->second.end();
}

// Whether one half of a name is of a shape of the one surface and the other half of one of the other. Names of shapes
// may hold a slash themselves.
bool are_between(const std::map<std::string, Names>& shapes, const Surfaces& surfaces, const std::string& name) {
  for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1)) {
    const std::string first = name.substr(0, at), second = name.substr(at + 1);
    if (has(shapes, surfaces.first, first) && has(shapes, surfaces.second, second)) return true;
    if (has(shapes, surfaces.first, second) && has(shapes, surfaces.second, first)) return true;
  }
  return false;
}

}  // namespace

Value* ContactLookup::find(const std::string& name) const {
  for (Value& contact : contacts_) {
    const std::optional<Surfaces> surfaces = find_surfaces(contact);
    if (!surfaces) continue;
    const auto& [a, b] = *surfaces;
    if (name == a + "/" + b || name == b + "/" + a) return &contact;
  }
  if (name.find('/') == std::string::npos || !list_shapes_) return nullptr;
  const std::map<std::string, Names> shapes = name_shapes(list_shapes_());
  for (Value& contact : contacts_) {
    const std::optional<Surfaces> surfaces = find_surfaces(contact);
    if (!surfaces) continue;
    if (are_between(shapes, *surfaces, name) || are_between(shapes, *surfaces, strip_point(name))) return &contact;
  }
  return nullptr;
}

Names ContactLookup::list_names() const {
  Names names;
  for (const Value& contact : contacts_) {
    if (const auto surfaces = find_surfaces(contact)) names.push_back(surfaces->first + "/" + surfaces->second);
  }
  if (!list_shapes_) return names;
  const std::map<std::string, Names> shapes = name_shapes(list_shapes_());
  for (const Value& contact : contacts_) {
    const auto surfaces = find_surfaces(contact);
    if (!surfaces || !shapes.contains(surfaces->first) || !shapes.contains(surfaces->second)) continue;
    const Names &first = shapes.at(surfaces->first), &second = shapes.at(surfaces->second);
    if (names.size() + first.size() * second.size() > kMostCompared) continue;
    for (const std::string& a : first) {
      for (const std::string& b : second) {
        if (a != b) names.push_back(a + "/" + b);
      }
    }
  }
  return names;
}

}  // namespace carom
