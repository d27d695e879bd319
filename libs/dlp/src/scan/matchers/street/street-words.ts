import { hashWord } from '../../words/letters.js';

const hashesOf = (...lists: readonly string[]): ReadonlySet<number> =>
  new Set(lists.flatMap((list) => list.split(' ')).map((word) => hashWord(word)));

/** Stand before the name: `rue de la Paix`, `ul. Marszałkowska`, `Via Roma`. */
export const LEADING = hashesOf(
  'rue avenue bd bld boulevard allée impasse quai chemin faubourg',
  'calle avenida avda avd paseo plaza pza glorieta travesía callejón carrer avinguda',
  'via viale v.le piazza piazzale corso vicolo',
  'rua travessa praça estrada alameda beco calçada praceta urbanização',
  'ulica ul aleja aleje plac osiedle ulice ulici náměstí nám námestie třída tř',
  'strada str bulevardul bulevard calea aleea șoseaua',
  'улица ул булевард бул площад',
  'οδός οδού οδ λεωφόρος λεωφ πλατεία',
  'triq vjal sráid bóthar cesta trg',
  'straße strasse',
);

/** The same, where the word has another meaning more often: only before a name, and in upper case. */
export const LEADING_WEAK = hashesOf(
  'via place passage cours square route largo camino pl al os av c carretera ronda',
);

/** Stand behind the name, before the number: `Berliner Straße 5`, `Kossuth Lajos utca 12`. */
export const TRAILING = hashesOf(
  'straße strasse str weg platz allee ring damm ufer gasse chaussee promenade stieg',
  'straat laan plein gracht kade',
  'gata gatan väg vägen gade vej alle allé gate vei veien plass torg',
  'katu tie kuja polku',
  'utca u út útja tér körút krt köz sétány fasor',
  'gatvė g prospektas pr iela bulvāris prospekts laukums tänav tn puiestee pst maantee mnt tee',
  'ulica cesta ulice',
);

/** Ends of words that are streets: `Hauptstraße`, `Storgatan`, `Mannerheimintie`. */
export const SUFFIX =
  /^\p{L}[\p{L}'’-]{1,}(?:stra(?:ß|ss)e|str|gasse|allee|damm|ufer|chaussee|platz|weg|steig|straat|laan|plein|gracht|kade|singel|gatan|gata|vägen|gränd|stigen|gade|vej|vejen|stræde|veien|vegen|gate|allé|katu|ntie|kuja|polku|gatur|stígur|vegur|braut)$/u;
/** Words of those ends that are none, mostly of German. */
export const NO_STREET =
  /^(?:(?:arbeits|park|stell|sitz|steck|speicher|lager|start|steh|schlaf|spiel|sport|golf|camping|tabellen|studien|ausbildungs|heim|um|hin|rück|lösungs|ver|be|aus|ab|durch|dienst|rechts|post|kost|mittel|dien|schul)(?:platz|weg|weges)|.*(?:navigate|aggregate|investigate|delegate|mitigate|propagate|watergate|colgate|propag.te|substr|regate|interrogate))$/u;
/** Written in lower case, too. */
export const SURE_SUFFIX = /(?:stra(?:ß|ss)e|gasse|straat|gatan|vägen)$/u;

/** Stand between the parts of a name: `rue de la Paix`, `Straße des 17. Juni`, `ul. ks. Popiełuszki`. */
export const PARTICLES = hashesOf(
  'de du des la le les l d del los las y el di da della delle dei degli dello do dos das e',
  'van der den het ten ter von zu zum zur am an im in bei vor auf unter und',
  'św sw ks gen dr prof marsz płk im jana i a af av och og na u pod ob',
  'str g ul o',
);

/** Before a number, and not a part of the name. */
export const NUMBER_WORDS = hashesOf('nr no nº n num numero numéro número č čp αρ бр №');

/** Begin a sentence rather than a name. */
export const NO_NAMES = hashesOf(
  'der die das ein eine den dem the a an this that le la les un une el los las il lo i gli o os as um uma de het een az ez dieser jeder kein mein sein unser ihr auf in',
);
