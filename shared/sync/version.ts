/**
 * The version of the wire between kiosk and server. A test hashes all message schemas: change one and it fails until
 * this number and its history line are raised. The floor does not rise: kiosks in the field update last.
 *
 * 1: pair, challenge, token, snapshot, pull, push, status.
 * 2: leases of capacity; scans may be exits, take another scan back and carry answers; walk-ins are pushed.
 * 3: the status tells of the queue's age, parked scans, paper and clock; the board is read and acknowledged.
 * 4: the board says which kiosks are there.
 * 5: overrides carry a signed approval, an unsigned one admits no one; a kiosk holds and pushes what its role needs, and
 *    one without staff has a PIN checked by the server; what a link would pair with is shown first.
 * 6: credentials bring the venue key; a scan of another kiosk may be pushed with that kiosk's signature.
 * 7: a box for the venue pairs and gets credentials of its own; kiosks of a box sign what they push. The status says where
 *    other kiosks reach this one on the LAN; a replica holds these addresses.
 * 8: the status of a box names the kiosks that are online at it, each as it reports itself there.
 */
export const syncVersion = 8;
export const syncVersionFloor = 1;
