const WORDS_MAX = 3;
const CHARS_MAX = 60; // Longer is no greeting, however few words it has.

/** Greetings, thanks, assent and "go on": they ask for nothing by themselves. */
const WORDS: ReadonlySet<string> = new Set(
  `hi hello hey good morning afternoon evening night thanks thank you very much ok okay yes no yeah yep nope sure
  please go on continue more great perfect fine bye goodbye
  hallo servus moin guten tag morgen abend danke vielen dank dir ihnen ja nein bitte weiter gern gerne super gut prima
  tschüss bonjour bonsoir salut merci beaucoup oui non continue continuez encore parfait bien au revoir
  hola buenos días buenas tardes noches gracias sí si continúa sigue vale claro adiós
  ciao buongiorno buonasera grazie mille sì va bene avanti continua certo prego
  olá oi bom dia boa tarde noite obrigado obrigada sim não continue claro
  hoi dag goedemorgen goedemiddag dank je wel dankjewel bedankt ja nee ga door verder graag prima
  cześć hej dzień dobry dziękuję dzięki tak nie dalej kontynuuj proszę
  hej hejsan tack tak ja nej fortsätt fortsæt fortsett takk kiitos moi kyllä ei jatka`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Signs that a text may be written in unseen or in pictures make it none. */
const PLAIN = /^[\p{L}\p{N}\p{P}\s]*$/u;

/** At most three words, and none that would say what is wanted. */
export function isTrivial(text: string): boolean {
  if (text.length > CHARS_MAX || !PLAIN.test(text)) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.length <= WORDS_MAX && words.every((word) => WORDS.has(word));
}
