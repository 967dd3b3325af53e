import { Button, Icon } from '@bollard/ui'

interface SearchFormProps {
  action: string
  query: string
  queryLengthMax: number
  /** Of the field, and of the button. */
  label: string
  submit: string
  required?: boolean
}

/** A search that the server answers: a plain form whose query stands in the address as `q`. */
export function SearchForm({ action, query, queryLengthMax, label, submit, required = false }: SearchFormProps) {
  return (
    <search>
      <form action={action} className="mt-5 flex max-w-[40rem] gap-2">
        <input
          type="search"
          name="q"
          aria-label={label}
          defaultValue={query}
          required={required}
          maxLength={queryLengthMax}
          autoComplete="off"
          className="h-11 min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-3.5"
        />
        <Button type="submit" variant="primary">
          <Icon name="search" className="size-4" />
          {submit}
        </Button>
      </form>
    </search>
  )
}
