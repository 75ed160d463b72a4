#include "contact/reference.h"

#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace carom::test {

struct Reference::Data {
  nlohmann::json json;
};

Reference Reference::open(const std::string& file) {
  std::ifstream stream(std::string(CAROM_TEST_REFERENCE_DIR) + "/" + file);
  if (!stream) throw std::runtime_error("no reference file " + file);
  return Reference(std::make_shared<Data>(Data{nlohmann::json::parse(stream)}));
}

Reference Reference::operator[](const std::string& name) const {
  return Reference(std::make_shared<Data>(Data{data_->json.at(name)}));
}

Reference Reference::operator[](std::size_t place) const {
  return Reference(std::make_shared<Data>(Data{data_->json.at(place)}));
}

std::size_t Reference::size() const { return data_->json.size(); }

double Reference::number() const {
  return data_->json.is_string() ? std::stod(data_->json.get<std::string>()) : data_->json.get<double>();
}

}  // namespace carom::test
