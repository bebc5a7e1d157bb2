/** File to upload. A stream can be sent only once, so its upload is not repeated after a failure. */
export type FileContent = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** Parts of a `multipart/form-data` body around the content of a file. */
export interface Multipart {
  contentType: string;
  head: Uint8Array<ArrayBuffer>;
  tail: Uint8Array<ArrayBuffer>;
}

/**
 * Builds the parts around a file. The body is not a `FormData`, because `FormData` cannot contain a stream.
 *
 * @param metadata JSON object, or undefined
 */
export function buildMultipart(filename: string, metadata: object | undefined): Multipart {
  const boundary = `loci-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const field =
    metadata === undefined
      ? ''
      : `--${boundary}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${JSON.stringify(metadata)}\r\n`;
  const file =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeFilename(filename)}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: encoder.encode(field + file),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}

/** Escapes a file name as browsers do. A quotation mark or a line break would otherwise end the header. */
function escapeFilename(filename: string): string {
  return filename.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
