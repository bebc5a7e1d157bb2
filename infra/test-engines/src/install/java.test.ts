import { describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseJdk, findJdks } from './java.ts';

describe('findJdks', () => {
  test('finds the JDKs in JAVA_HOME, in the PATH and next to them, but not runtimes without a compiler', () => {
    const parent = mkdtempSync(join(tmpdir(), 'loci-jdks-'));
    try {
      const install = (name: string, version: string, programs: string[]) => {
        const home = join(parent, name);
        mkdirSync(join(home, 'bin'), { recursive: true });
        for (const program of programs) writeFileSync(join(home, 'bin', program), '');
        writeFileSync(join(home, 'release'), `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`);
        return home;
      };
      const named = install('named/jdk', '25.0.3', ['java', 'javac']);
      const onPath = install('jvm/17', '17.0.15', ['java', 'javac']);
      const beside = install('jvm/21', '21', ['java', 'javac']);
      install('jvm/runtime-only', '24', ['java']);
      expect(findJdks({ JAVA_HOME: named, PATH: `/nowhere:${join(onPath, 'bin')}` })).toEqual([
        { home: named, major: 25 },
        { home: onPath, major: 17 },
        { home: beside, major: 21 },
      ]);
      expect(findJdks({})).toEqual([]);
    } finally {
      rmSync(parent, { recursive: true });
    }
  });
});

describe('chooseJdk', () => {
  const jdks = [
    { home: '/jvm/17', major: 17 },
    { home: '/jvm/25', major: 25 },
  ];

  test('returns the first JDK whose version is in the required range', () => {
    expect(chooseJdk(jdks, 'Kafka', 17).home).toBe('/jvm/17');
    expect(chooseJdk(jdks, 'Elasticsearch', 21).home).toBe('/jvm/25');
  });

  test('throws an error with the required and the available versions', () => {
    expect(() => chooseJdk(jdks, 'Neo4j', 18, 24)).toThrow('Neo4j needs JDK 18 to 24. Found: 17 in /jvm/17');
    expect(() => chooseJdk([], 'Kafka', 17)).toThrow('Kafka needs JDK 17 or newer. Found: none');
  });
});
