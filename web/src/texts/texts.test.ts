import { describe, expect, it } from "vitest";
import { preferred } from "./texts";

describe("the language", () => {
  it("is the first one the browser asks for that we speak", () => {
    expect(preferred(["fr-FR", "de-AT", "en"])).toBe("de");
    expect(preferred(["pt-BR"])).toBe("pt");
    expect(preferred(["CA"])).toBe("ca");
  });
  it("is English for everybody else", () => {
    expect(preferred(["fr", "ja"])).toBe("en");
    expect(preferred([])).toBe("en");
  });
});
