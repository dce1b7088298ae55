/** Width and height of a picture from its first bytes. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const JPEG_FRAMES: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Size of a PNG, JPEG, GIF or BMP; undefined for other formats and if the file does not contain it. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (data.length < 26) return undefined;
  if (data[0] === 0x89) return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  if (data[0] === 0x47) return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  if (data[0] === 0x42) return { width: Math.abs(data.readInt32LE(18)), height: Math.abs(data.readInt32LE(22)) };
  return data[0] === 0xff ? jpegSize(data) : undefined;
}

function jpegSize(data: Buffer): PictureSize | undefined {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    if (JPEG_FRAMES.has(marker)) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}
