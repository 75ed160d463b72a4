#include <fmt/format.h>

#include "carom/base/input_error.h"
#include "carom/model/shapes/height_field.h"
#include "carom/scene/tables/tables.h"

namespace carom {

using namespace dimensions;
using schema::Reader;
using schema::Value;

namespace {

void read_heights(const schema::Key& key, const Value& value, void* target, Reader& reader) {
  auto& field = *static_cast<shapes::HeightField*>(target);
  if (value.list() == nullptr || value.list()->size() < 2)
    return reader.error(value, "expected a list of two rows of heights or more");
  const std::vector<Dimension> lengths(1, kLength);
  for (const Value& row : *value.list()) {
    const auto heights = reader.read_numbers(row, lengths, schema::ListLength::Any, key.range);
    if (!heights) return;
    if (field.rows > 0 && std::cmp_not_equal(heights->size(), field.columns)) {
      return reader.error(
          row, fmt::format("expected rows of equal length, found {} heights after {}", heights->size(), field.columns));
    }
    field.columns = static_cast<int>(heights->size());
    ++field.rows;
    field.heights.insert(field.heights.end(), heights->begin(), heights->end());
  }
  if (field.columns < 2) reader.error(value, "expected two heights or more in each row");
}

}  // namespace

TablePtr<shapes::HeightField> make_height_field_table() {
  using shapes::HeightField;
  auto table = schema::make_table<HeightField>(std::string(HeightField::kName), std::string(HeightField::kSummary));
  const auto set_size = [](HeightField& field, const std::vector<double>& size) {
    field.size.head<2>() = Eigen::Vector2d(size[0], size[1]);
  };
  table->add_numbers("size", std::vector<Dimension>(2, kLength), set_size, "whole lengths along x and y")
      .above(0.0)
      .required();
  table
      ->add_key("heights", "list of lists of numbers", {"m"},
                "rows along x, one after the other from −y to +y, two or more of two or more", read_heights)
      .required();
  return table;
}

}  // namespace carom
