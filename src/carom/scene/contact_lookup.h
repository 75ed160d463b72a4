#pragma once

#include <functional>
#include <string>
#include <vector>

#include "carom/base/schema/value.h"
#include "carom/model/shapes/shape.h"

namespace carom {

/// All shapes of a scene, those of its robots too, as far as they can be read.
using ShapeLister = std::function<std::vector<ShapeSpec>()>;

/// Finds elements [[contact]] by name: by their surfaces in either order, "tip/floor", or by what a run calls one of
/// their contacts, "left_foot/ground:corner3" (see ContactNames).
class ContactLookup {
 public:
  /// Shapes are only asked for where the surfaces do not tell.
  ContactLookup(schema::Value::List& contacts, ShapeLister list_shapes)
      : contacts_(contacts), list_shapes_(std::move(list_shapes)) {}

  /// Null where no contact has this name.
  [[nodiscard]] schema::Value* find(const std::string& name) const;
  /// For suggestions: those of all contacts, unless they are too many to be compared.
  [[nodiscard]] std::vector<std::string> list_names() const;

 private:
  schema::Value::List& contacts_;
  ShapeLister list_shapes_;
};

}  // namespace carom
