/** The data that the parts of the networking page are rendered from. */
import type { AttendeeScene } from '../attendee-page/scene.ts';
import type { NetworkingData } from './networking-data.ts';
import type { NetworkingWords } from './words/networking-words.ts';

export type NetworkingScene = AttendeeScene<NetworkingData, NetworkingWords>;
