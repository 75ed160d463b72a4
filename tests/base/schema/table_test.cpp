#include "carom/base/schema/table.h"

#include <variant>

#include <gtest/gtest.h>

#include "carom/base/input_error.h"
#include "carom/base/schema/markdown.h"

namespace carom::schema {
namespace {

// Two laws and what chooses between them, declared as a contact law would be.
struct Linear {
  double stiffness{1000.0};  // [N/m]
  bool pulls{};
};
struct Power {
  double exponent{1.5};
  int terms{1};
};
struct Contact {
  std::string name;
  std::string surface{"floor"};
  std::variant<Linear, Power> law;
  std::optional<double> mass;     // [kg]
  std::optional<double> density;  // [kg/m³]
  std::vector<double> weights;
};

std::shared_ptr<const Table<Contact>> make_contact_table() {
  auto linear = make_table<Linear>("linear", "");
  linear->add("stiffness", &Linear::stiffness, dimensions::kStiffness, "force for a depth").at_least(0.0);
  linear->add("pulls", &Linear::pulls, "may pull");
  auto power = make_table<Power>("power", "");
  power->add("exponent", &Power::exponent, dimensions::kNumber, "of the depth").between(1.0, 3.0);
  power->add("terms", &Power::terms, "of the series").at_least(1.0);
  auto table = make_table<Contact>("contact", "A law between surfaces.");
  table->add_alternative<Linear>("linear", linear, [](Contact& c) -> Linear& { return c.law.emplace<Linear>(); });
  table->add_alternative<Power>("power", power, [](Contact& c) -> Power& { return c.law.emplace<Power>(); });
  table->choose_by("law", "linear", "what it obeys");
  table->add_name("contact", &Contact::name, "its name").required();
  table->add_reference("surface", "surface", &Contact::surface, "what it touches");
  table->add("mass", &Contact::mass, dimensions::kMass, "of it").above(0.0);
  table->add("density", &Contact::density, dimensions::kDensity, "instead of the mass");
  const auto set_weights = [](Contact& contact, const std::vector<double>& weights) {
    if (weights.empty()) throw InputError("contact", "must not be empty");
    contact.weights = weights;
  };
  table->add_list("weights", {dimensions::kNumber}, set_weights, "of its points");
  table->exactly_one_of({"mass", "density"});
  return table;
}

Value make_value(auto data) {
  Value value;
  value.data = std::move(data);
  value.place = {0, 1, 1};
  return value;
}
using Pairs = std::vector<std::pair<std::string, Value>>;
Value make_object(Pairs pairs) {
  Value::Entries entries;
  for (auto& [key, value] : pairs) entries.push_back({key, {0, 1, 1}, std::move(value)});
  return make_value(std::move(entries));
}
Value text(const char* words) { return make_value(std::string(words)); }

class TableTest : public ::testing::Test {
 protected:
  std::string read(const Value& value) {
    Diagnostics diagnostics;
    diagnostics.add_source({.name = "test", .text = "", .has_lines = false});
    Names names;
    names.predefine("surface", "floor");
    Reader reader(diagnostics, names);
    contact = Contact{};
    const Reader::Scope scope(reader, "[[contact]]", value);
    const bool good = make_contact_table()->read(value, &contact, reader);
    EXPECT_EQ(good, !diagnostics.has_errors());
    names.check(diagnostics);
    return diagnostics.render_all();
  }

  Contact contact;
};

TEST_F(TableTest, KeysSetWhatTheyDescribeAndOthersKeepTheirDefaults) {
  EXPECT_EQ(read(make_object({{"name", text("c")}, {"mass", text("3 g")}, {"pulls", make_value(true)}})), "");
  EXPECT_EQ(contact.name, "c");
  EXPECT_EQ(contact.surface, "floor");
  EXPECT_EQ(contact.mass, 0.003);
  EXPECT_EQ(std::get<Linear>(contact.law).stiffness, 1000.0);
  EXPECT_TRUE(std::get<Linear>(contact.law).pulls);
}

TEST_F(TableTest, TheTagChoosesWhichKeysThereAre) {
  EXPECT_EQ(read(make_object(
                {{"name", text("c")}, {"mass", text("3 g")}, {"law", text("power")}, {"terms", make_value(4.0)}})),
            "");
  EXPECT_EQ(std::get<Power>(contact.law).terms, 4);
  EXPECT_EQ(read(make_object(
                {{"name", text("c")}, {"mass", text("3 g")}, {"law", text("power")}, {"stiffness", make_value(4.0)}})),
            "test: error: key 'stiffness' in [[contact]] 'c' does not go with law 'power', only with linear\n");
  // An unknown law is the one mistake: the keys of any law may be right.
  EXPECT_EQ(
      read(make_object(
          {{"name", text("c")}, {"mass", text("3 g")}, {"law", text("liner")}, {"stiffness", make_value(4.0)}})),
      "test: error: law of [[contact]] 'c': expected one of linear, power; found 'liner'; did you mean 'linear'?\n");
}

// What no law would take is a mistake whichever law is meant; what one of them takes may be right.
TEST_F(TableTest, AnUnknownTagHidesNoMistakeOfOtherKeys) {
  const std::string errors = read(make_object({{"name", text("c")},
                                               {"mass", text("3 g")},
                                               {"law", text("liner")},
                                               {"stiffness", make_value(-4.0)},
                                               {"exponent", make_value(2.0)},
                                               {"terms", text("many")},
                                               {"stifness", make_value(1.0)}}));
  for (const char* message :
       {"found 'liner'; did you mean 'linear'?", "stiffness of [[contact]] 'c': must be at least 0 N/m, found -4 N/m",
        "terms of [[contact]] 'c': expected a number without unit, found 'many'",
        "unknown key 'stifness' in [[contact]] 'c'; did you mean 'stiffness'?"}) {
    EXPECT_NE(errors.find(message), std::string::npos) << message << "\n" << errors;
  }
  EXPECT_EQ(errors.find("exponent"), std::string::npos) << errors;
}

TEST_F(TableTest, EveryMistakeIsReported) {
  const std::string errors = read(make_object({{"surface", text("flor")},
                                               {"stiffness", make_value(-1.0)},
                                               {"mas", text("3 g")},
                                               {"weights", make_value(Value::List{})},
                                               {"pulls", text("no")}}));
  for (const char* message :
       {"missing key 'name' in [[contact]]", "there is no surface 'flor'; did you mean 'floor'?",
        "stiffness of [[contact]]: must be at least 0 N/m, found -1 N/m",
        "unknown key 'mas' in [[contact]]; did you mean 'mass'?", "give exactly one of mass, density; found none",
        "weights of [[contact]]: must not be empty",
        "pulls of [[contact]]: expected true or false, found the text 'no'"}) {
    EXPECT_NE(errors.find(message), std::string::npos) << message << "\n" << errors;
  }
}

TEST_F(TableTest, DocumentationComesFromTheSameDeclaration) {
  const std::string page = render_markdown(*make_contact_table());
  for (const char* line :
       {"| `stiffness` | linear | number | N/m | at least 0 | 1000 | force for a depth |",
        "| `exponent` | power | number |  | from 1 to 3 | 1.5 | of the depth |",
        "| `law` | all | text |  |  | \"linear\" | what it obeys: one of `linear`, `power` |",
        "| `surface` | all | name of a surface |  |  | \"floor\" | what it touches |",
        "| `name` | all | text |  |  | required | its name |", "Exactly one of `mass`, `density`."}) {
    EXPECT_NE(page.find(line), std::string::npos) << line << "\n" << page;
  }
}

}  // namespace
}  // namespace carom::schema
