import type { ReactNode } from 'react';

const PLACES = [
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/api', label: 'API reference' },
  { href: '/console/', label: 'Console' },
];

/** Header, skip link and footer of every page. */
export function PageFrame({ current, children }: { current: string; children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to the content
      </a>
      <header className="site-header">
        <div className="site-header-inner">
          <a className="brand" href="/docs">
            <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="28" height="28" />
            Model gateway
          </a>
          <nav aria-label="Pages">
            {PLACES.map(({ href, label }) => (
              <a key={href} href={href} aria-current={href === current ? 'page' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </div>
      </header>
      {children}
    </>
  );
}
