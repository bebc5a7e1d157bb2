import { writeFileSync } from 'node:fs';
import { GENERATED_FILES, locate } from './generated-files.ts';

for (const file of GENERATED_FILES) {
  writeFileSync(locate(file), await file.content());
  process.stdout.write(`${file.path}\n`);
}
