export function Own() { return null; }
