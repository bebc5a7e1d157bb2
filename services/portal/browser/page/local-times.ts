import { language } from '../texts.ts';

const formats = {
  date: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
  minute: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  second: new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' }),
};

/** Formats a timestamp in the time zone and language of the user. @param timestamp ISO 8601 */
export const formatTime = (timestamp: string, style: keyof typeof formats = 'minute'): string =>
  formats[style].format(new Date(timestamp));

/** Replaces the UTC times of the server in all `<time>` elements by times in the time zone of the user. */
export function localTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    if (Number.isNaN(Date.parse(element.dateTime))) continue;
    element.textContent = formatTime(element.dateTime, element.dateTime.length === 10 ? 'date' : 'minute');
    element.title = formatTime(element.dateTime, 'second');
  }
}
