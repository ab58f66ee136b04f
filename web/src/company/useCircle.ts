/*
 * A circle as the server knows it now: asked when it is shown, and again now and then while somebody looks at it.
 */
import { useEffect, useState } from "preact/hooks";
import { membershipIn } from "../storage/circles";
import type { ApiError } from "../remote/protocol";
import { apiErrorInfo } from "../wasm/referee";
import { companyServed, isError, isUnreachable } from "./api";
import { type CircleView, fetchCircle } from "./circles";

const AGAIN = 30_000;

type Asked = CircleView | ApiError | "off";

/* A server that is away or busy may answer the next time. */
const isPassing = (found: Asked): boolean =>
  found !== "off" && isError(found) && (isUnreachable(found) || apiErrorInfo(found.why).retryable);

/* Undefined while the server is asked. What was seen stays while it cannot be reached. */
export function useCircle(code: string): { circle: Asked | undefined; look: () => void } {
  const [circle, setCircle] = useState<Asked>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let stale = false;
    const look = async () => {
      const served = await companyServed();
      const found = served === false ? "off" : await fetchCircle(code, membershipIn(code)?.token);
      if (!stale) setCircle((seen) => (seen && isPassing(found) ? seen : found));
    };
    void look();
    const timer = setInterval(() => void (document.hidden || look()), AGAIN);
    addEventListener("online", look);
    return () => {
      stale = true;
      clearInterval(timer);
      removeEventListener("online", look);
    };
  }, [code, count]);
  return { circle, look: () => setCount((n) => n + 1) };
}
