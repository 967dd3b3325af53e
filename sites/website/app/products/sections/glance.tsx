/** Three figures that sum a page up, beside its opening words. A figure that nobody has measured is null and left out. */
export function Glance({ figures }: { figures: readonly { value: string | null; label: string }[] }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-lg border border-line bg-line shadow-float max-lg:sm:grid-cols-3">
      {figures.map(({ value, label }) =>
        value === null ? null : (
          <div key={label} className="flex flex-col-reverse justify-end bg-surface px-5 py-4 sm:px-[26px] sm:py-5">
            <dt className="mt-1.5 text-ink-2">{label}</dt>
            <dd className="tabular font-display text-[2.125rem] leading-none font-[660] tracking-[-.03em]">{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
