/** Stands in values of fields for what tells one run of a check from every other one. */
export const runMark = '{{run}}'
