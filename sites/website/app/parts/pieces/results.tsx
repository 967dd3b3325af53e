/** What an island has computed: names on the left, and places on the right that it writes to. Screen readers hear changes. */
export function Results({ rows }: { rows: readonly { out: string; label: string; value?: string }[] }) {
  return (
    <dl aria-live="polite" className="overflow-hidden rounded-md border border-line">
      {rows.map(({ out, label, value }) => (
        <div
          key={out}
          className="grid gap-x-6 gap-y-0.5 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-[minmax(9rem,2fr)_3fr]"
        >
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd data-out={out} className="tabular min-w-0 font-[520] break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
