export function old(): number {
  return 410;
}
