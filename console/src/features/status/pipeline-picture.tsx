const STEPS = [
  {
    name: 'Inspect',
    does: 'E-mail addresses, IBANs, card numbers and your own terms are found and replaced.',
  },
  {
    name: 'Route',
    does: 'The name of the model and the health of the providers choose who serves it.',
  },
  { name: 'Seal', does: 'The call becomes an entry that nobody can quietly edit.' },
  { name: 'Meter', does: 'The price is held before, and settled once after.' },
];

/** The way of a call. A list, so that it reads the same without the picture. */
export function PipelinePicture() {
  return (
    <ol className="pipeline" aria-label="The way of a call">
      {STEPS.map(({ name, does }, index) => (
        <li key={name}>
          <span className="pipeline-number" aria-hidden="true">
            {index + 1}
          </span>
          <strong>{name}</strong>
          <span className="muted small">{does}</span>
          {index < STEPS.length - 1 && <Arrow />}
        </li>
      ))}
    </ol>
  );
}

function Arrow() {
  return (
    <svg className="pipeline-arrow" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M4 12h15M13 6l6 6-6 6" />
    </svg>
  );
}
