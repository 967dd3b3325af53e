/** Whether a status is among codes and ranges such as `200-299,401`. What cannot be read holds none. */
export function holdsStatus(statusCodes: string, status: number): boolean {
  return statusCodes.split(',').some((part) => {
    const [, from, to = from] = /^\s*([1-5]\d\d)(?:-([1-5]\d\d))?\s*$/u.exec(part) ?? []
    return from !== undefined && Number(from) <= status && status <= Number(to)
  })
}
