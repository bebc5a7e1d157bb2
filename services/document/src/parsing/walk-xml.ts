import { Parser } from 'htmlparser2';

/** Parses XML. Reports names in lower case without their prefix. Decodes only the five predefined entities. */
export function walkXml(
  source: string,
  onOpen: (name: string, attributes: { [name: string]: string }) => void,
  onClose: (name: string) => void = () => undefined,
  onText: (data: string) => void = () => undefined,
): void {
  const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => onOpen(localName(name), attributes),
      onclosetag: (name) => onClose(localName(name)),
      ontext: onText,
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(source);
  parser.end();
}
