#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# video: pictures and films of the size that is asked for, the same bytes every time; frames go to ffmpeg through a
# pipe (here a stand-in that keeps them), and what it lacks is said; what cannot be drawn is said.
. "$(dirname "$0")/cases.inc"

run 0 run "$examples/crank-rocker.yaml" --quiet -o a.h5

# one picture
run 0 video a.h5 a.png --size 120x90
says err 'Picture: a.png, 120x90'
[ "$(echo $(od -An -tu1 -j16 -N8 a.png))" = "0 0 0 120 0 0 0 90" ] || fail "size of the picture"
run 0 video a.h5 b.png --size 120x90 --quiet
silent err
same a.png b.png
for more in '--at 0.9' '--view top' '--theme dark' '--trace b' '--bare' '--reactions'; do
  run 0 video a.h5 other.png --size 120x90 $more
  if cmp -s a.png other.png; then fail "$more changes nothing"; fi
done

# a GIF: its size and that it plays again and again; half the speed is twice the frames
run 0 video a.h5 a.gif --size 60x40 --fps 5
says err 'Film: a.gif, 25 frames of 60x40, 5 s at 0.2x speed'
[ "$(head -c 6 a.gif)" = GIF89a ] || fail "not a GIF"
[ "$(echo $(od -An -tu1 -j6 -N4 a.gif))" = "60 0 40 0" ] || fail "size of the GIF"
grep -q NETSCAPE2.0 a.gif || fail "it plays only once"
run 0 video a.h5 b.gif --size 60x40 --fps 5
same a.gif b.gif
run 0 video a.h5 b.gif --size 60x40 --fps 5 --speed 0.1
says err '50 frames'

# ffmpeg: the stand-in keeps its words and the frames, and writes the file that it is told to
mkdir bin
cat >bin/ffmpeg <<'END'
#!/bin/sh
for word; do last=$word; done
echo "$@" >words
cat >frames
[ ! -e refuse ] || { echo "ffmpeg: no room" >&2; exit 1; }
echo film >"$last"
END
chmod +x bin/ffmpeg
PATH=$PWD/bin:$PATH run 0 video a.h5 a.mp4 --size 61x41 --fps 4
says err 'Film: a.mp4, 20 frames of 60x40'
[ "$(wc -c <frames)" -eq $((20 * 60 * 40 * 3)) ] || fail "$(wc -c <frames) bytes of frames"
says words '-s 60x40 -r 4 -i -'
says words 'libx264'
says a.mp4 film
[ ! -e a.mp4.part ] || fail "the part is left"
# pixels move between frames, and frame 1 is there again in the next film
head -c 7200 frames >first
tail -c 7200 frames >last
if cmp -s first last; then fail "nothing moves"; fi
PATH=$PWD/bin:$PATH run 0 video a.h5 a.webm --size 60x40 --fps 4
says words 'libvpx-vp9'
head -c 7200 frames >again
same first again
# a name like an option, one that fails, one that is not there
PATH=$PWD/bin:$PATH run 0 video a.h5 ./-x.mp4 --size 60x40 --fps 4
touch refuse
PATH=$PWD/bin:$PATH run 4 video a.h5 no.mp4 --size 60x40 --fps 4
says err 'no room'
says err 'ffmpeg did not take the pictures'
[ ! -e no.mp4 ] && [ ! -e no.mp4.part ] || fail "a film was written all the same"
mkdir empty
code=0
PATH=$PWD/empty "$trammel" video a.h5 no.mp4 --size 60x40 --fps 4 2>err || code=$?
[ $code = 4 ] || fail "without ffmpeg: exit $code"
says err 'made by the program ffmpeg, which is not here'
says err '.gif'

# what cannot be
run 1 video a.h5 no.avi
says err 'end it in .mp4'
run 1 video a.h5 a.h5
run 1 video a.h5 no.gif --size 5x5
run 1 video a.h5 no.gif --size wide
run 1 video a.h5 no.gif --fps 100
run 1 video a.h5 no.gif --speed 0
run 1 video a.h5 no.gif --speed 0.000001
says err 'more than 20000 frames'
run 1 video a.h5 no.gif --view sideways
run 1 video a.h5 no.gif --trace nobody
says err 'E612'
run 1 video a.h5
run 4 video gone.h5 no.gif
run 4 video a.h5 no/such/folder.gif --size 60x40 --fps 1
[ ! -e no.gif ] || fail "a film was written all the same"
finish
