// Not part of any target: the test layering/violation_is_refused expects that this fails to compile in the layer base.
#include "carom/base/assert.h"
#include "carom/integrators/ode_system.h"
