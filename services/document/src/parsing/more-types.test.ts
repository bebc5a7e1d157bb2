import { describe, expect, test } from '@jest/globals';
import { outlineOf, parseBytesInProcess } from '../../test/parsing/parse-bytes.fixture.ts';

describe('sections of source code', () => {
  test.each([
    ['a.go', 'func (s *Server) Run() error {\n}', 'Run'],
    ['a.go', 'type Server struct {\n}', 'Server'],
    ['a.rs', 'pub(crate) async fn run() {\n}', 'run'],
    ['a.rs', 'impl<T> Display for Server {\n}', 'Server'],
    ['a.java', 'public final class Server {\n}', 'Server'],
    ['a.java', 'private static List<String> names(int count) {\n}', 'names'],
    ['a.c', 'static int *find_ship(const char *name) {\n}', 'find_ship'],
    ['a.h', 'struct ship {\n};', 'ship'],
    ['a.cpp', 'void Server::run() {\n}', 'Server::run'],
    ['a.kt', 'suspend fun run() {\n}', 'run'],
    ['a.swift', 'public func run() {\n}', 'run'],
    ['a.php', 'abstract class Server {\n}', 'Server'],
    ['a.rb', 'def ready?\nend', 'ready?'],
    ['a.sh', 'start_server() {\n}', 'start_server'],
    ['a.sql', 'CREATE TABLE IF NOT EXISTS ships (\n id int);', 'ships'],
  ])('are the declarations in %s: %j', async (filename, source, name) => {
    const { blocks } = await parseBytesInProcess(filename, source);
    expect(blocks.map(({ section }) => section)).toEqual([name]);
  });

  test('do not contain control structures', async () => {
    const { blocks } = await parseBytesInProcess('a.c', '  else if (ready) {\n  }');
    expect(blocks[0]!.section).toBeUndefined();
  });
});

describe('rows of CSV and TSV files', () => {
  test('are blocks, also if a quoted value contains a line end', async () => {
    const document = await parseBytesInProcess('a.csv', 'name,note\nAda,"likes\ntea"\nGrace,"""x"""\n');
    expect(outlineOf(document)).toEqual([
      'table: name,note',
      'table: Ada,"likes\ntea"',
      'table: Grace,"""x"""',
    ]);
  });

  test('can be separated by tabs', async () => {
    const document = await parseBytesInProcess('a.tsv', 'a\tb\n1\t2\n');
    expect([document.contentType, ...outlineOf(document)]).toEqual([
      'text/tab-separated-values',
      'table: a\tb',
      'table: 1\t2',
    ]);
  });
});

test('an XML file keeps its source as the text', async () => {
  const { text, contentType } = await parseBytesInProcess('a.xml', '<log><entry>Tea</entry></log>');
  expect([contentType, text]).toEqual(['application/xml', '<log><entry>Tea</entry></log>']);
});
