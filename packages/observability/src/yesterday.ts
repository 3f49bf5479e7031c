/** Yesterday in the local time of the host, as PCP writes it in names of files: `YYYYMMDD`. */
export function yesterday(): string {
  const date = new Date();
  date.setDate(date.getDate() - 1);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}${month}${day}`;
}
