#pragma once

#include <cassert>

/// A programmer's mistake, checked in debug builds only. Bad input is an InputError, a numerical outcome is a report.
#define CAROM_ASSERT(condition) assert(condition)
