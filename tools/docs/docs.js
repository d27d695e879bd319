// The search of the documentation and the buttons that copy an example. One file, no request but for the index.
const INDEX = '/docs/search.json';
const FOUND_MAX = 12;
const AROUND = 70; // Characters shown on both sides of the first word that was found.
const TITLE_WORTH = 20;
const PAGE_WORTH = 8;

const input = document.querySelector('#search');
const box = input.closest('search');
const status = document.querySelector('#found');
const list = box.querySelector('ol');
let index;

box.hidden = false;
document.querySelector('.docs-nav details').open = matchMedia('(min-width: 60rem)').matches;
followMovedLink();
for (const block of document.querySelectorAll('main pre')) addCopy(block);

input.addEventListener('focus', () => void readIndex());
input.addEventListener('input', () => void show());
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === 'Escape' && box.contains(event.target)) {
    input.value = '';
    void show();
    input.focus();
  }
  if (/^Arrow(Up|Down)$/.test(event.key) && box.contains(event.target)) move(event);
});

/** Endpoints had their anchors at this address before it was a page of its own. */
function followMovedLink() {
  const id = location.hash.slice(1);
  const isHome = document.querySelector('main').dataset.page === 'README';
  if (isHome && id && !document.getElementById(id)) location.replace(`/docs/api#${id}`);
}

function readIndex() {
  index ??= fetch(INDEX)
    .then((answer) =>
      answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status))),
    )
    .then((entries) =>
      entries.map((one) => ({ ...one, title: fold(one.t), page: fold(one.p), text: fold(one.x) })),
    );
  return index;
}

async function show() {
  const words = fold(input.value).split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    status.textContent = '';
    list.replaceChildren();
    return;
  }
  try {
    const entries = await readIndex();
    const found = entries
      .map((entry) => ({ entry, worth: worthOf(entry, words) }))
      .filter(({ worth }) => worth > 0)
      .sort((one, other) => other.worth - one.worth);
    status.textContent = `${found.length} ${found.length === 1 ? 'place' : 'places'}`;
    list.replaceChildren(...found.slice(0, FOUND_MAX).map(({ entry }) => itemOf(entry, words)));
  } catch {
    index = undefined;
    status.textContent = 'The index of the search could not be read.';
  }
}

/** 0 unless every word is there. */
function worthOf({ title, page, text }, words) {
  let worth = 0;
  for (const word of words) {
    const inTitle = title.includes(word) ? TITLE_WORTH : 0;
    const inPage = page.includes(word) ? PAGE_WORTH : 0;
    const inText = text.includes(word) ? 1 + Math.min(4, text.split(word).length - 2) : 0;
    if (inTitle + inPage + inText === 0) return 0;
    worth += inTitle + inPage + inText;
  }
  return worth;
}

function itemOf({ u, p, t, x, text }, words) {
  const link = document.createElement('a');
  link.href = u;
  const head = document.createElement('strong');
  head.textContent = t === p ? t : `${p} › ${t}`;
  const at = Math.max(
    0,
    ...words
      .map((word) => text.indexOf(word))
      .filter((place) => place >= 0)
      .slice(0, 1),
  );
  const from = Math.max(0, at - AROUND);
  const snippet = document.createElement('span');
  snippet.textContent = `${from > 0 ? '… ' : ''}${x.slice(from, at + 2 * AROUND)} …`;
  link.append(head, snippet);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function move(event) {
  const places = [input, ...list.querySelectorAll('a')];
  const next = places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
  if (!places[next]) return;
  event.preventDefault();
  places[next].focus();
}

function addCopy(block) {
  if (!navigator.clipboard) return; // Only where the page is served safely, or on the machine itself.
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    const say = (text) => () => (button.textContent = text);
    navigator.clipboard.writeText(block.textContent).then(say('Copied'), say('Not copied'));
  });
  const frame = document.createElement('div');
  frame.className = 'example';
  block.replaceWith(frame);
  frame.append(block, button);
}

/** As words are compared. */
function fold(text) {
  return text.toLowerCase();
}
