import type { Planted } from './hide-in-pdf.js';
import { sentencesOf, type Person, type Random } from './people.js';

type TextKind = 'csv' | 'html' | 'txt';

const TRAPS: Readonly<
  Record<TextKind, Readonly<Record<string, (person: Person, other: Person) => Buffer>>>
> = {
  csv: {
    'quotes and line breaks': ({ name, email, iban }, other) =>
      Buffer.from(
        `name;mail;account;note\n"${name}";${email};"${iban}";"sent by ""${other.name}""\nin May"\n"${other.name}";${other.email};${other.iban};\n`,
      ),
    'a mark in front': ({ name, email, iban }) =>
      Buffer.from(`\ufeffname,mail,account\n${name},${email},${iban}\n`),
    'of Windows': ({ name, email, iban }) =>
      Buffer.from(
        `name\tmail\taccount\tplace\n${name}\t${email}\t${iban}\tM\u00fcnchen\n`,
        'latin1',
      ),
    'a formula': ({ name, email, iban }) =>
      Buffer.from(`client,mail,account\n"=""${name}""",${email},'${iban}\n`),
  },
  html: {
    'tags in words': (person, other) =>
      Buffer.from(
        `<!doctype html><html><head><title>${other.name}</title><meta name="author" content="${other.email}"></head><body>${sentencesOf(
          person,
        )
          .map((one) => `<p>${one.slice(0, 30)}<b>${one.slice(30, 33)}</b>${one.slice(33)}</p>`)
          .join('')}</body></html>`,
      ),
    'letters as references': (person) =>
      Buffer.from(
        `<!doctype html><html><body><p>${[...sentencesOf(person).join(' ')].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join('')}</p></body></html>`,
      ),
    'what is not shown': (person, other) =>
      Buffer.from(
        `<!doctype html><html><body><!-- ${other.name} --><script>var a = "${other.iban}"</script><style>/* ${other.email} */</style><template>${other.name}</template><noscript>${other.email}</noscript><p hidden>${other.iban}</p>${sentencesOf(person).join('<br>')}</body></html>`,
      ),
    'attributes of tags': (person, other) =>
      Buffer.from(
        `<!doctype html><html><body><img alt="Photo of ${other.name}" src="data:image/png;base64,${Buffer.from(other.name).toString('base64')}"><a href="mailto:${encodeURIComponent(other.email)}" title="${other.name}">write</a><div data-client="${other.iban}" id="${other.surname}" onclick="pay('${other.iban}')">${sentencesOf(person).join(' ')}</div></body></html>`,
      ),
  },
  txt: {
    plain: (person) => Buffer.from(sentencesOf(person).join('\n')),
    'one line': (person, other) =>
      Buffer.from([...sentencesOf(person), ...sentencesOf(other)].join(' ')),
    'of Windows': (person) =>
      Buffer.from(`${sentencesOf(person).join('\r\n')}\r\nM\u00fcnchen`, 'latin1'),
    'signs that nobody sees': (person) =>
      Buffer.from(
        sentencesOf(person)
          .join('\n')
          .replaceAll(/([A-Z][a-z]{2})([a-z]{3,})/g, '$1\u00ad$2')
          .replaceAll(/(\d{4}) (\d{4})/g, '$1\u00a0$2'),
      ),
  },
};

export function hideInText(
  kind: TextKind,
  number: number,
  { person, other }: { readonly random: Random; readonly person: Person; readonly other: Person },
): Planted {
  const traps = TRAPS[kind];
  const names = Object.keys(traps);
  const trap = names[number % names.length] as string;
  return {
    bytes: (traps[trap] as (one: Person, two: Person) => Buffer)(person, other),
    filename: `list-${number}.${kind}`,
    traps: [trap],
  };
}
