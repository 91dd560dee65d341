const attempts = new Map<string, number>();

/** Counts the attempts of a client itself: at most 3. */
export function login(client: string): number {
  const made = (attempts.get(client) ?? 0) + 1;
  attempts.set(client, made);
  return made > 3 ? 429 : 200;
}
