/** The text of a form's field without blanks around it; '' if the form does not send it. */
export function fieldOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
