#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "carom/base/schema/any_table.h"

namespace carom::schema {

/// Vectors of a fixed size, such as Eigen's.
template <class V>
concept FixedVector = requires(V v) {
  { V::SizeAtCompileTime } -> std::convertible_to<int>;
  { v[0] } -> std::convertible_to<double>;
}
&&(static_cast<int>(V::SizeAtCompileTime) > 0);

template <class M>
struct Unwrapped {
  using Type = M;
};
template <class M>
struct Unwrapped<std::optional<M>> {
  using Type = M;
};

/// The keys that describe a T. Declared once, and with it the reader, its messages and the documentation:
///
///   auto table = make_table<SpringDamper>("spring", "A spring and a damper on the line between two points.");
///   table->add("stiffness", &SpringDamper::stiffness, dimensions::kStiffness, "tension for a stretch").at_least(0.0);
///
/// Defaults are those of a T just made. A setter is a pointer to a member or a function (T&, value); it may throw
/// InputError, which is reported at the value.
template <class T>
class Table : public AnyTable {
 public:
  using AnyTable::AnyTable;

  /// A number, a list of them, or a vector, of one dimension.
  template <class M>
  Key& add(std::string name, M T::*member, const Dimension& dimension, std::string help) {
    using Plain = typename Unwrapped<M>::Type;
    if constexpr (FixedVector<Plain>) {
      const auto set = [member](T& target, const std::vector<double>& numbers) {
        Plain vector;
        for (std::size_t i = 0; i < numbers.size(); ++i) vector[static_cast<int>(i)] = numbers[i];
        target.*member = vector;
      };
      const std::vector<Dimension> all(static_cast<std::size_t>(Plain::SizeAtCompileTime), dimension);
      return add_numbers(std::move(name), all, set, std::move(help)).otherwise(describe_default(T{}.*member));
    } else if constexpr (std::is_same_v<Plain, std::vector<double>>) {
      return add_list(std::move(name), {dimension}, member, std::move(help));
    } else {
      return add_number(std::move(name), dimension, member, std::move(help)).otherwise(describe_default(T{}.*member));
    }
  }

  /// A text, a truth value or a whole number.
  template <class M>
  Key& add(std::string name, M T::*member, std::string help) {
    using Plain = typename Unwrapped<M>::Type;
    if constexpr (std::is_same_v<Plain, bool>) {
      return add_key(std::move(name), "true or false", {}, std::move(help),
                     [member](const Key&, const Value& value, void* target, Reader& reader) {
                       if (const auto boolean = reader.read_boolean(value)) as_T(target).*member = *boolean;
                     })
          .otherwise(describe_default(T{}.*member));
    } else if constexpr (std::is_same_v<Plain, std::string>) {
      return add_text(std::move(name), member, std::move(help)).otherwise(describe_default(T{}.*member));
    } else {
      static_assert(std::is_integral_v<Plain>);
      const auto set = [member](T& target, double number) { target.*member = static_cast<Plain>(number); };
      return add_integer(std::move(name), set, std::move(help)).otherwise(describe_default(T{}.*member));
    }
  }

  template <class Setter>
  Key& add_integer(std::string name, Setter set, std::string help) {
    return add_key(std::move(name), "whole number", {}, std::move(help),
                   [set](const Key& key, const Value& value, void* target, Reader& reader) {
                     const auto number = reader.read_integer(value, key.range);
                     if (number) assign(set, target, *number);
                   });
  }

  template <class Setter>
  Key& add_number(std::string name, const Dimension& dimension, Setter set, std::string help) {
    return add_key(std::move(name), "number", list_units({dimension}), std::move(help),
                   [dimension, set](const Key& key, const Value& value, void* target, Reader& reader) {
                     const auto number = reader.read_number(value, dimension, key.range);
                     if (number) assign(set, target, *number);
                   });
  }

  /// A number of any of these dimensions, where only the rest of the scene can tell which.
  template <class Setter>
  Key& add_number_of_any(std::string name, const std::vector<Dimension>& dimensions, Setter set, std::string help) {
    std::vector<std::string> units = list_units(dimensions);
    return add_key(std::move(name), "number", std::move(units), std::move(help),
                   [dimensions, set](const Key& key, const Value& value, void* target, Reader& reader) {
                     const auto number = reader.read_number(value, dimensions, key.range);
                     if (number) assign(set, target, *number);
                   });
  }

  /// A list with one dimension for each number; the setter takes a std::vector<double>. A list of one may be written
  /// as a number.
  template <class Setter>
  Key& add_numbers(std::string name, const std::vector<Dimension>& dimensions, Setter set, std::string help) {
    const std::string type = describe_list(dimensions.size());
    std::vector<std::string> units = list_units(dimensions);
    return add_key(std::move(name), type, std::move(units), std::move(help),
                   [dimensions, set](const Key& key, const Value& value, void* target, Reader& reader) {
                     if (auto numbers = read_one_or_all(dimensions, key.range, value, reader)) {
                       assign(set, target, std::move(*numbers));
                     }
                   });
  }

  /// A list of any length. The last dimension holds for all numbers that follow.
  template <class Setter>
  Key& add_list(std::string name, const std::vector<Dimension>& dimensions, Setter set, std::string help) {
    return add_key(std::move(name), "list of numbers", list_units(dimensions), std::move(help),
                   [dimensions, set](const Key& key, const Value& value, void* target, Reader& reader) {
                     auto numbers = reader.read_numbers(value, dimensions, ListLength::Any, key.range);
                     if (numbers) assign(set, target, std::move(*numbers));
                   });
  }

  /// A square matrix as a list of rows; the setter takes its numbers row by row.
  template <class Setter>
  Key& add_matrix(std::string name, std::size_t size, const Dimension& dimension, Setter set, std::string help) {
    return add_key(std::move(name), fmt::format("{0} × {0} numbers", size), list_units({dimension}), std::move(help),
                   [size, dimension, set](const Key& key, const Value& value, void* target, Reader& reader) {
                     const auto numbers = read_matrix(size, dimension, key.range, value, reader);
                     if (numbers) assign(set, target, *numbers);
                   });
  }

  template <class Setter>
  Key& add_text(std::string name, Setter set, std::string help) {
    return add_key(std::move(name), "text", {}, std::move(help),
                   [set](const Key&, const Value& value, void* target, Reader& reader) {
                     if (auto text = reader.read_text(value)) assign(set, target, std::move(*text));
                   });
  }

  template <class Setter>
  Key& add_choice(std::string name, std::vector<std::string> choices, Setter set, std::string help) {
    Key& key = add_key(std::move(name), "text", {}, std::move(help),
                       [set](const Key& own, const Value& value, void* target, Reader& reader) {
                         if (const auto choice = reader.read_choice(value, own.choices)) {
                           assign(set, target, own.choices[*choice]);
                         }
                       });
    key.choices = std::move(choices);
    return key;
  }

  /// The name of an element of a kind ("body"); the key is `name` and names must differ.
  Key& add_name(const std::string& kind, std::string T::*member, std::string help) {
    return add_key("name", "text", {}, std::move(help),
                   [kind, member](const Key&, const Value& value, void* target, Reader& reader) {
                     const auto text = reader.read_text(value);
                     if (!text) return;
                     as_T(target).*member = *text;
                     reader.names().define(kind, *text, value.place, reader.diagnostics());
                   });
  }

  /// The name of another element, which has to exist.
  Key& add_reference(std::string name, const std::string& kind, std::string T::*member, std::string help) {
    return add_key(std::move(name), "name of a " + kind, {}, std::move(help),
                   [kind, member](const Key& key, const Value& value, void* target, Reader& reader) {
                     const auto text = reader.read_text(value);
                     if (!text) return;
                     as_T(target).*member = *text;
                     reader.names().mention(kind, *text, key.name, value.place);
                   })
        .otherwise(describe_default(T{}.*member));
  }

  /// A table with keys of its own; the setter takes an E.
  template <class E, class Setter>
  Key& add_table(std::string name, std::shared_ptr<const Table<E>> table, Setter set, std::string help) {
    Key& key = add_key(std::move(name), table->has_shorthand() ? "number or table" : "table", {}, std::move(help),
                       [table, set](const Key&, const Value& value, void* target, Reader& reader) {
                         E element{};
                         if (table->read(value, &element, reader)) assign(set, target, std::move(element));
                       });
    key.tables.push_back(std::move(table));
    return key;
  }

  /// A table that changes a part of T in place: what it leaves out stays as it was. `part` is a member, or a function
  /// that returns a reference to an E.
  template <class E, class Part>
  Key& add_part(std::string name, std::shared_ptr<const Table<E>> table, Part part, std::string help) {
    Key& key = add_key(std::move(name), "table", {}, std::move(help),
                       [table, part](const Key&, const Value& value, void* target, Reader& reader) {
                         E& element = std::invoke(part, as_T(target));
                         (void)table->read(value, &element, reader);
                       });
    key.tables.push_back(std::move(table));
    return key;
  }

  /// A table for each of a fixed number of things (degrees of freedom); a single one may stand without a list.
  template <class E, class Setter>
  Key& add_tables(std::string name, std::vector<std::shared_ptr<const Table<E>>> tables, Setter set, std::string help) {
    const auto read = [tables, set](const Key&, const Value& value, void* target, Reader& reader) {
      const std::vector<const Value*> parts = split_list(tables.size(), value, reader);
      std::vector<E> elements(parts.size());
      bool good = !parts.empty();
      for (std::size_t i = 0; i < parts.size(); ++i) good = tables[i]->read(*parts[i], &elements[i], reader) && good;
      if (good) assign(set, target, std::move(elements));
    };
    Key& key = add_key(std::move(name), tables.size() == 1 ? "table" : "list of tables", {}, std::move(help), read);
    key.tables.assign(tables.begin(), tables.end());
    return key;
  }

  /// Any number of elements: [[name]] in a scene. The setter takes an E and the value it was read from.
  template <class E, class Setter>
  Key& add_elements(std::string name, std::shared_ptr<const Table<E>> table, Setter set, std::string help) {
    Key& key = add_key(name, "tables", {}, std::move(help),
                       [table, set](const Key& own, const Value& value, void* target, Reader& reader) {
                         const std::string header = "[[" + own.name + "]]";
                         for (const Value& item : find_elements(own, value, reader)) {
                           const Reader::Scope scope(reader, header, item);
                           E element{};
                           if (table->read(item, &element, reader)) set(as_T(target), std::move(element), item, reader);
                         }
                       });
    key.tables.push_back(std::move(table));
    key.default_text = "none";
    return key;
  }

  /// Where the key named by choose_by() has the value `tag`, the keys of `table` hold as well. select(T&) makes the
  /// choice and returns what they describe.
  template <class A, class Select>
  void add_alternative(std::string tag, std::shared_ptr<const Table<A>> table, Select select) {
    alternatives_.push_back({std::move(tag), std::move(table),
                             [select](void* target) { return static_cast<void*>(&select(as_T(target))); }});
  }

  /// Called after every reading, with errors or without.
  void finish_with(std::function<void(T&, const Value&, Reader&)> finish) {
    finish_ = [finish](void* target, const Value& value, Reader& reader) { finish(as_T(target), value, reader); };
  }

 private:
  static T& as_T(void* target) { return *static_cast<T*>(target); }

  template <class Setter, class V>
  static void assign(const Setter& set, void* target, V&& value) {
    if constexpr (std::is_member_object_pointer_v<Setter>) {
      as_T(target).*set = std::forward<V>(value);
    } else {
      set(as_T(target), std::forward<V>(value));
    }
  }
};

template <class T>
std::shared_ptr<Table<T>> make_table(std::string name, std::string help) {
  return std::make_shared<Table<T>>(std::move(name), std::move(help));
}

}  // namespace carom::schema
