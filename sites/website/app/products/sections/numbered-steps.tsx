/** Steps in their order, with large numbers. */
export function NumberedSteps({ steps }: { steps: Readonly<Record<string, { title: string; text: string }>> }) {
  return (
    <ol className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
      {Object.entries(steps).map(([name, { title, text }], index) => (
        <li key={name} className="border-t border-line pt-5">
          <span aria-hidden="true" className="tabular font-display text-xl font-[660] text-ink-3">
            {index + 1}
          </span>
          <h3 className="mt-2 font-sans text-lg font-[580] tracking-normal">{title}</h3>
          <p className="mt-1.5 text-ink-2">{text}</p>
        </li>
      ))}
    </ol>
  )
}
