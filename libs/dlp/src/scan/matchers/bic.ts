import { findingOf, type Finding } from '../../kinds.js';
import { scoreBy, surroundingsOf, wordsOf } from '../surroundings.js';
import type { CueReader } from '../words/cues.js';
import { FOR } from '../words/vocabulary.js';

/** Any word in capitals may be one: without a word beside it nobody can tell. */
const BASE = 0.2;

export const BIC_WORDS = wordsOf(
  'bic,swift,swift code,bic code,bic swift,swift bic,bic nummer,code bic,codigo swift,codice bic,kod swift,kod bic,swift kod',
);

/** ISO 9362: institution, country, place, and three more for a branch. */
const SHAPE = /[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?![\p{L}\p{N}_])/uy;

/** ISO 3166-1, and XK for Kosovo. */
const COUNTRIES: ReadonlySet<string> = new Set(
  (
    'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCR' +
    'CUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHU' +
    'IDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQ' +
    'MRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSI' +
    'SJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSXKYEYTZAZMZW'
  ).match(/../g),
);

/** @param start index of a letter that begins a word */
export function findBic(
  text: string,
  start: number,
  name: string,
  cues: CueReader,
): Finding | undefined {
  if (!isCapital(text, start + 1) || !isCapital(text, start + 5)) return undefined;
  SHAPE.lastIndex = start;
  const found = SHAPE.exec(text);
  if (!found || !COUNTRIES.has(found[1] as string) || (cues.bitsNear(start) & FOR) === 0)
    return undefined;
  const end = start + found[0].length;
  const score = scoreBy(BASE, surroundingsOf(text, start, end, name), BIC_WORDS);
  return score > BASE ? findingOf('bic', start, end, { score, evidence: 'cue' }) : undefined;
}

function isCapital(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x41 && code <= 0x5a;
}
