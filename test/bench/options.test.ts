import { describe, expect, it } from 'vitest';
import { readOptions } from './options.js';

const COMMIT = '0722617fca2e125d00d78a5a08c766cea9c60cab';

describe('readOptions', () => {
  it('compares with peers, in one turn a round', () => {
    const options = readOptions([]);
    expect(options.only).toEqual(['bare', 'portkey', 'llms', 'ours']);
    expect(options).toMatchObject({ against: null, rounds: 3, turns: 1, seconds: 8 });
  });

  it('compares with a commit alone, in short turns', () => {
    const options = readOptions([`--against=${COMMIT}`]);
    expect(options.only).toEqual(['before', 'ours']);
    expect(options).toMatchObject({ against: COMMIT, rounds: 3, turns: 2, seconds: 4 });
  });

  it('takes the last of an option that is given twice', () => {
    expect(readOptions(['--against', 'HEAD', `--against=${COMMIT}`]).against).toBe(COMMIT);
  });

  it('adds peers to a commit when they are named', () => {
    const options = readOptions(['--against', COMMIT, '--only', 'ours,before,bare']);
    expect(options.only).toEqual(['bare', 'before', 'ours']);
  });

  it('is short with --smoke, whatever it compares', () => {
    const options = readOptions(['--smoke', '--against', COMMIT]);
    expect(options).toMatchObject({ isSmoke: true, rounds: 1, turns: 1, seconds: 0.6 });
  });

  it('measures the kinds that are named, in their own order', () => {
    expect(readOptions([]).kinds).toEqual(['whole', 'streams', 'open', 'protection']);
    expect(readOptions(['--kinds', 'open,streams']).kinds).toEqual(['streams', 'open']);
  });

  it.each([
    [['--only', 'nginx'], '"nginx" is none of'],
    [['--only', 'before,ours'], '"before" is the commit that --against names'],
    [['--against', COMMIT, '--only', 'ours'], '--against needs "before"'],
    [['--kinds', 'idle'], '--kinds: "idle" is none of whole, streams, open, protection, lengths'],
    [['--frames', '10,0'], '--frames must be a number above 0'],
    [['--rounds', '0'], '--rounds must be a number above 0'],
  ])('refuses %j', (args, reason) => {
    expect(() => readOptions(args)).toThrow(reason);
  });
});
