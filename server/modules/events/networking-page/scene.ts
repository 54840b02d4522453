/** What each part of the networking page is made from. */
import type { AttendeeScene } from '../attendee-page/scene.ts';
import type { NetworkingData } from './networking-data.ts';
import type { NetworkingWords } from './words/networking-words.ts';

export type NetworkingScene = AttendeeScene<NetworkingData, NetworkingWords>;
