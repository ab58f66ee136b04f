/*
 * A circle as the server knows it now: asked when it is shown, and again now and then while somebody looks at it.
 */
import { useEffect, useState } from "preact/hooks";
import { membershipIn } from "../storage/circles";
import type { ApiError } from "../remote/protocol";
import { companyServed } from "./api";
import { type CircleView, fetchCircle } from "./circles";

const AGAIN = 30_000;

type Asked = CircleView | ApiError | "off";

/* Undefined while the server is asked. */
export function useCircle(code: string): { circle: Asked | undefined; look: () => void } {
  const [circle, setCircle] = useState<Asked>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let stale = false;
    const look = async () => {
      const served = await companyServed();
      const found = served === false ? "off" : await fetchCircle(code, membershipIn(code)?.token);
      if (!stale) setCircle(found);
    };
    void look();
    const timer = setInterval(() => void (document.hidden || look()), AGAIN);
    return () => {
      stale = true;
      clearInterval(timer);
    };
  }, [code, count]);
  return { circle, look: () => setCount((n) => n + 1) };
}
