import i18next, { type BackendModule, type ReadCallback, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import common from '../locales/en/common.json';

/** One file an area, fetched with the pages that speak it. */
const files = import.meta.glob<{ default: ResourceKey }>([
  '../locales/*/*.json',
  '!../locales/en/common.json',
]);

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => void answer(language, namespace, done),
};

async function answer(language: string, namespace: string, done: ReadCallback): Promise<void> {
  try {
    const file = await files[`../locales/${language}/${namespace}.json`]?.();
    if (!file) throw new Error(`no texts ${language}/${namespace}`);
    done(null, file.default);
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null);
  }
}

export async function startTexts(): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: 'en',
      fallbackLng: 'en',
      ns: ['common'],
      defaultNS: 'common',
      resources: { en: { common } },
      partialBundledLanguages: true,
      contextSeparator: '::', // Keys have underscores of their own.
      interpolation: { escapeValue: false }, // React escapes.
    });
}
