/*
 * Which way a language is written, by its script. (Intl.Locale's textInfo says it too, but not in every browser.)
 */
const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

export const directionOf = (tag: string): "ltr" | "rtl" =>
  RIGHT_TO_LEFT.has(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr";
