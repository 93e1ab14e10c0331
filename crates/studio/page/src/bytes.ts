// The engine counts bytes of UTF-8, the editor UTF-16. In a text of ASCII they are the same.

/** From positions in bytes to positions in the editor. */
export function positions(text: string): (byte: number) => number {
  if (/^[\x00-\x7f]*$/.test(text)) return (byte) => Math.min(byte, text.length);
  const starts: number[] = [];
  let unit = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) starts.push(unit);
    unit += character.length;
  }
  return (byte) => starts[byte] ?? text.length;
}
