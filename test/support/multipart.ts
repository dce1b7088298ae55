/** A multipart/form-data body for `inject`. */
export interface Multipart {
  readonly headers: Record<string, string>;
  readonly payload: Buffer;
}

export interface UploadedFile {
  readonly bytes: Uint8Array | string;
  readonly name: string;
  readonly type?: string;
}

/** A form with a file in the field `file`, and text fields. */
export async function uploadForm(file: UploadedFile, fields: Readonly<Record<string, string>>): Promise<Multipart> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const bytes = typeof file.bytes === 'string' ? Buffer.from(file.bytes) : Buffer.from(file.bytes);
  form.append('file', new Blob([bytes], { type: file.type ?? '' }), file.name);
  const encoded = new Response(form);
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}
