// Numbers as people read them.

const kSuperscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => kSuperscripts[Number(digit)]).join('');
  return exponent < 0 ? `⁻${digits}` : digits;
}

function with_minus(text: string): string {
  return text.replace('-', '−');
}

/** mantissa × 10^exponent; a mantissa of 1 is left out. */
export function format_power(mantissa: string, exponent: number): string {
  const power = `10${superscript(exponent)}`;
  if (mantissa === '1') return power;
  return mantissa === '-1' ? `−${power}` : `${with_minus(mantissa)}×${power}`;
}

/** A few significant digits; powers of ten where plain digits would be long. */
export function format_number(value: number | null | undefined, digits = 5): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
  const power = Number(exponent);
  if (power >= -3 && power < 6) return with_minus(value.toFixed(Math.max(0, digits - 1 - power)));
  return format_power(mantissa, power);
}

/** The same without zeros at the end. */
export function format_short(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value) || value === 0)
    return format_number(value, digits);
  const rounded = Number(value.toPrecision(digits));
  const power = Math.floor(Math.log10(Math.abs(rounded)));
  if (power >= -3 && power < 6) return with_minus(String(rounded));
  const [mantissa, exponent] = rounded.toExponential().split('e');
  return format_power(mantissa, Number(exponent));
}

export function with_unit(text: string, unit: string): string {
  return unit ? `${text} ${unit}` : text;
}
