/** Reads what ByteWriter wrote. @throws RangeError beyond the end */
export class ByteReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint32(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }

  float64(): number {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }

  float32s(count: number): Float32Array {
    const numbers = new Float32Array(count);
    for (let i = 0; i < count; i++, this.at += 4) numbers[i] = this.view.getFloat32(this.at, true);
    return numbers;
  }

  text(length: number): string {
    let text = '';
    for (let i = 0; i < length; i++, this.at += 2) text += String.fromCharCode(this.view.getUint16(this.at, true));
    return text;
  }

  /** A view of the bytes, not a copy: a large model has 15 MB of them. @throws RangeError beyond the end */
  int8s(count: number): Int8Array {
    const numbers = new Int8Array(this.bytes.buffer, this.bytes.byteOffset + this.at, count);
    this.at += count;
    return numbers;
  }
}
