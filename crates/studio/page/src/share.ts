// A text in a link: compressed, in the part of the address that is never sent anywhere.

interface Shared {
  name: string;
  text: string;
}

async function through(bytes: Uint8Array, stream: TransformStream<BufferSource, Uint8Array>): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped as unknown as BodyInit).arrayBuffer());
}

/** The largest text that is taken from a link. */
const LARGEST = 4 << 20;

export async function packed(shared: Shared): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw") as never);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(word: string): Promise<Shared | null> {
  try {
    const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw") as never));
    const { name, text: model } = JSON.parse(text.slice(0, LARGEST)) as Shared;
    return typeof name === "string" && typeof model === "string" ? { name, text: model } : null;
  } catch {
    return null;
  }
}
