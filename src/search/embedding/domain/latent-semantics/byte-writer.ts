/** Writes numbers in sequence into a buffer of known size, little-endian on every machine. */
export class ByteWriter {
  private at = 0;
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint32(...numbers: readonly number[]): void {
    for (const x of numbers) {
      this.view.setUint32(this.at, x, true);
      this.at += 4;
    }
  }

  float64(x: number): void {
    this.view.setFloat64(this.at, x, true);
    this.at += 8;
  }

  float32s(numbers: Float32Array): void {
    for (const x of numbers) {
      this.view.setFloat32(this.at, x, true);
      this.at += 4;
    }
  }

  /** As UTF-16 units, so that any string is read back unchanged. */
  text(text: string): void {
    for (let i = 0; i < text.length; i++) {
      this.view.setUint16(this.at, text.charCodeAt(i), true);
      this.at += 2;
    }
  }

  int8s(numbers: Int8Array): void {
    this.bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.length), this.at);
    this.at += numbers.length;
  }
}
